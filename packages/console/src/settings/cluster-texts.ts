import type { Text } from '@sluice/contract';
import type { SettingTexts } from '../forms/model/settings-schema.ts';

const t = (en: string, zh: string): Text => ({ en, zh });

/** Words for the settings of a cluster. */
export const CLUSTER_TEXTS: SettingTexts = {
  autoclean: [
    t('Forget nodes after', '自动清除时间'),
    t('A node that is away for so long leaves the cluster.', '节点离线超过此时间后移出集群。'),
  ],
  autoheal: [t('Heal splits', '自动修复脑裂')],
  core_nodes: [t('Core nodes', '核心节点')],
  discovery_strategy: [
    t('Discovery', '发现策略'),
    t(
      'How nodes find each other: manual, static, dns, etcd, k8s or singleton (one node).',
      '节点相互发现的方式：manual、static、dns、etcd、k8s 或 singleton（单节点）。',
    ),
  ],
  dns: [t('DNS', 'DNS')],
  driver: [t('Transport', '传输方式')],
  etcd: [t('etcd', 'etcd')],
  k8s: [t('Kubernetes', 'Kubernetes')],
  links: [t('Links', '集群连接')],
  name: [t('Name', '名称')],
  node_role: [t('Role of this node', '节点角色')],
  proto_dist: [t('Protocol between nodes', '节点间协议')],
  rpc_module: [t('RPC module', 'RPC 模块')],
  static: [t('Fixed list', '静态列表')],
};
