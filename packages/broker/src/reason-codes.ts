/** Reason codes of MQTT 5 §2.4 and their names as the events of EMQX spell them. */
const NAMES: Readonly<Record<number, string>> = {
  0: 'success',
  1: 'granted_qos1',
  2: 'granted_qos2',
  4: 'disconnect_with_will_message',
  16: 'no_matching_subscribers',
  17: 'no_subscription_existed',
  24: 'continue_authentication',
  25: 're_authenticate',
  128: 'unspecified_error',
  129: 'malformed_packet',
  130: 'protocol_error',
  131: 'implementation_specific_error',
  132: 'unsupported_protocol_version',
  133: 'client_identifier_not_valid',
  134: 'bad_username_or_password',
  135: 'not_authorized',
  136: 'server_unavailable',
  137: 'server_busy',
  138: 'banned',
  139: 'server_shutting_down',
  140: 'bad_authentication_method',
  141: 'keepalive_timeout',
  142: 'session_taken_over',
  143: 'topic_filter_invalid',
  144: 'topic_name_invalid',
  145: 'packet_identifier_inuse',
  146: 'packet_identifier_not_found',
  147: 'receive_maximum_exceeded',
  148: 'topic_alias_invalid',
  149: 'packet_too_large',
  150: 'message_rate_too_high',
  151: 'quota_exceeded',
  152: 'administrative_action',
  153: 'payload_format_invalid',
  154: 'retain_not_supported',
  155: 'qos_not_supported',
  156: 'use_another_server',
  157: 'server_moved',
  158: 'shared_subscriptions_not_supported',
  159: 'connection_rate_exceeded',
  160: 'maximum_connect_time',
  161: 'subscription_identifiers_not_supported',
  162: 'wildcard_subscriptions_not_supported',
};

export const REASON = {
  success: 0,
  noMatchingSubscribers: 16,
  noSubscriptionExisted: 17,
  unspecified: 128,
  malformedPacket: 129,
  protocolError: 130,
  unsupportedVersion: 132,
  clientIdInvalid: 133,
  badCredentials: 134,
  notAuthorized: 135,
  serverBusy: 137,
  banned: 138,
  shuttingDown: 139,
  badAuthMethod: 140,
  keepaliveTimeout: 141,
  takenOver: 142,
  filterInvalid: 143,
  topicInvalid: 144,
  packetIdInUse: 145,
  packetIdNotFound: 146,
  receiveMaximumExceeded: 147,
  topicAliasInvalid: 148,
  packetTooLarge: 149,
  quotaExceeded: 151,
  administrative: 152,
} as const;

export function reasonName(code: number): string {
  return NAMES[code] ?? `unknown_${code}`;
}

/** The CONNACK return code of MQTT 3.1 and 3.1.1 that says what a reason code of MQTT 5 says. */
export function legacyReturnCode(code: number): number {
  switch (code) {
    case REASON.success:
      return 0;
    case REASON.unsupportedVersion:
      return 1;
    case REASON.clientIdInvalid:
      return 2;
    case REASON.badCredentials:
      return 4;
    case REASON.notAuthorized:
      return 5;
    default:
      return 3;
  }
}
