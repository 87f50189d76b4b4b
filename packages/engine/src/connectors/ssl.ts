import type { Field, Fields } from '@sluice/contract';

/** TLS options of a connection that we open. Names and defaults as EMQX's `emqx.ssl_client_opts`. */
const fields: Fields = {
  enable: {
    type: 'boolean',
    default: false,
    label: { en: 'Enable TLS', zh: '启用 TLS' },
    help: { en: 'Encrypt the connection.', zh: '对连接进行加密。' },
  },
  verify: {
    type: 'enum',
    symbols: ['verify_peer', 'verify_none'],
    default: 'verify_none',
    label: { en: 'Verify server certificate', zh: '验证服务器证书' },
    help: {
      en: 'verify_peer refuses a server whose certificate the CA below (or the system) did not sign.',
      zh: 'verify_peer 会拒绝未由下方 CA（或系统 CA）签发证书的服务器。',
    },
  },
  server_name_indication: {
    type: 'union',
    example: 'disable',
    label: { en: 'Server name (SNI)', zh: '服务器名称（SNI）' },
    help: {
      en: 'Name sent to the server and checked against its certificate. Empty: the host of the address. "disable": send none and skip the name check.',
      zh: '发送给服务器并用于核对证书的名称。留空则使用地址中的主机名；填 disable 则不发送且不核对名称。',
    },
    variants: [
      { type: 'string', label: { en: 'Name', zh: '名称' } },
      { type: 'enum', symbols: ['disable'], label: { en: 'Off', zh: '关闭' } },
    ],
  },
  certfile: {
    type: 'string',
    format: 'file',
    label: { en: 'Client certificate', zh: '客户端证书' },
    help: {
      en: 'PEM text, or the path of a PEM file, with the certificate this client shows.',
      zh: '客户端出示的证书：PEM 文本，或 PEM 文件的路径。',
    },
  },
  keyfile: {
    type: 'string',
    format: 'file',
    label: { en: 'Client key', zh: '客户端私钥' },
    help: {
      en: 'PEM text or path of the private key of the client certificate.',
      zh: '客户端证书私钥的 PEM 文本或路径。',
    },
  },
  cacertfile: {
    type: 'string',
    format: 'file',
    label: { en: 'CA certificate', zh: 'CA 证书' },
    help: {
      en: 'PEM text or path of the CA that signed the server certificate. Empty: the CAs of the system.',
      zh: '签发服务器证书的 CA 的 PEM 文本或路径。留空则使用系统 CA。',
    },
  },
  password: {
    type: 'string',
    secret: true,
    example: '',
    advanced: true,
    label: { en: 'Key password', zh: '私钥密码' },
    help: { en: 'Only if the client key is encrypted.', zh: '仅当客户端私钥已加密时需要。' },
  },
  versions: {
    type: 'array',
    default: ['tlsv1.3', 'tlsv1.2'],
    advanced: true,
    label: { en: 'TLS versions', zh: 'TLS 版本' },
    help: {
      en: 'Versions to offer: tlsv1.3, tlsv1.2, tlsv1.1, tlsv1.',
      zh: '可协商的版本：tlsv1.3、tlsv1.2、tlsv1.1、tlsv1。',
    },
    items: { type: 'string', label: { en: 'Version', zh: '版本' } },
  },
  ciphers: {
    type: 'array',
    default: [],
    advanced: true,
    label: { en: 'Cipher suites', zh: '加密套件' },
    help: { en: 'OpenSSL names; empty means the usual ones.', zh: 'OpenSSL 名称；留空表示使用常用套件。' },
    items: { type: 'string', label: { en: 'Suite', zh: '套件' } },
  },
  depth: {
    type: 'integer',
    minimum: 0,
    default: 10,
    advanced: true,
    label: { en: 'Chain depth', zh: '证书链深度' },
    help: {
      en: 'Kept for EMQX. The embedded engine accepts chains of any length.',
      zh: '为 EMQX 保留。内置引擎接受任意长度的证书链。',
    },
  },
  hibernate_after: {
    type: 'duration',
    default: '5s',
    advanced: true,
    label: { en: 'Hibernate after', zh: '休眠时间' },
    help: { en: 'Kept for EMQX; no effect on the embedded engine.', zh: '为 EMQX 保留；对内置引擎无影响。' },
  },
  log_level: {
    type: 'enum',
    symbols: ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug', 'none', 'all'],
    default: 'notice',
    advanced: true,
    label: { en: 'TLS log level', zh: 'TLS 日志级别' },
    help: { en: 'Kept for EMQX; no effect on the embedded engine.', zh: '为 EMQX 保留；对内置引擎无影响。' },
  },
  reuse_sessions: {
    type: 'boolean',
    default: true,
    advanced: true,
    label: { en: 'Reuse TLS sessions', zh: '重用 TLS 会话' },
  },
  secure_renegotiate: {
    type: 'boolean',
    default: true,
    advanced: true,
    label: { en: 'Secure renegotiation', zh: '安全重协商' },
    help: { en: 'Kept for EMQX; always on here.', zh: '为 EMQX 保留；此处始终启用。' },
  },
  cacerts: {
    type: 'boolean',
    default: false,
    deprecated: true,
    label: { en: 'Use system CAs', zh: '使用系统 CA' },
  },
  user_lookup_fun: { type: 'string', hidden: true, label: { en: 'PSK lookup', zh: 'PSK 查找' } },
  middlebox_comp_mode: { type: 'boolean', hidden: true, label: { en: 'Middlebox mode', zh: '中间设备兼容模式' } },
  partial_chain: { type: 'boolean', hidden: true, label: { en: 'Partial chain', zh: '部分证书链' } },
  verify_peer_ext_key_usage: { type: 'string', hidden: true, label: { en: 'Extended key usage', zh: '扩展密钥用途' } },
};

export const SSL: Field = {
  type: 'object',
  ref: 'emqx.ssl_client_opts',
  default: { enable: false },
  label: { en: 'TLS', zh: 'TLS' },
  fields,
};
