import { type ApiKeyTable, apiKeyTable } from './api-keys.ts';
import { type AuditTable, auditTable } from './audit.ts';
import { type Cipher, openCipher } from './cipher.ts';
import { openDatabase } from './database.ts';
import { type MqttBanTable, mqttBanTable } from './mqtt-bans.ts';
import { type MqttRuleTable, mqttRuleTable } from './mqtt-rules.ts';
import { type MqttUserTable, mqttUserTable } from './mqtt-users.ts';
import { type ResourceTable, resourceTable } from './resources.ts';
import { type RuleTable, ruleTable } from './rules.ts';
import { type SessionTable, sessionTable } from './sessions.ts';
import { type SettingsTable, settingsTable } from './settings.ts';
import { type UserTable, userTable } from './users.ts';

/** Everything that outlives the process, one table a property. */
export interface Store {
  readonly cipher: Cipher;
  readonly resources: ResourceTable;
  readonly rules: RuleTable;
  readonly users: UserTable;
  readonly sessions: SessionTable;
  readonly apiKeys: ApiKeyTable;
  readonly audit: AuditTable;
  readonly settings: SettingsTable;
  readonly mqttUsers: MqttUserTable;
  readonly mqttRules: MqttRuleTable;
  readonly mqttBans: MqttBanTable;
  transaction<T>(body: () => T): T;
  close(): void;
}

export function openStore(dataDir: string): Store {
  const db = openDatabase(dataDir);
  return {
    cipher: openCipher(dataDir),
    resources: resourceTable(db),
    rules: ruleTable(db),
    users: userTable(db),
    sessions: sessionTable(db),
    apiKeys: apiKeyTable(db),
    audit: auditTable(db),
    settings: settingsTable(db),
    mqttUsers: mqttUserTable(db),
    mqttRules: mqttRuleTable(db),
    mqttBans: mqttBanTable(db),
    transaction: db.transaction,
    close: db.close,
  };
}
