import type { FaultTexts } from '../fault-keys.ts';

/** What is wrong and what to do; the backend gives the values. */
export const faults = {
  connection_refused:
    '{{target}} refuses the connection: nothing listens there. Check host and port, and that the server is running.',
  host_unknown: 'The host name of {{target}} is unknown. Check its spelling and the DNS of the machine of the engine.',
  dns_silent:
    'The host name of {{target}} could not be looked up: the DNS does not answer. Try again, or check the DNS of the machine of the engine.',
  no_answer: '{{target}} does not answer. Check the address, and whether a firewall drops the connection.',
  slow_answer:
    '{{target}} took the request but did not answer in time. Check whether the server is overloaded or hangs.',
  no_route: 'There is no route to {{target}}. Check the address and the network of the machine of the engine.',
  connection_broken:
    '{{target}} broke the connection. It may have restarted, or it does not speak the expected protocol.',
  connection_failed: 'The connection to {{target}} failed: {{text}}',
  no_connection: 'There is no connection to {{target}} at the moment. Messages wait for it.',
  pings_unanswered: '{{target}} does not answer pings. Check the network and the server.',
  target_silent: 'The target has not answered for {{seconds}} s. Check whether it hangs or is overloaded.',

  address_forbidden:
    '{{target}} leads to {{address}}, which no connector may use: the own link of the machine, or the metadata service of a cloud. Use another address, or start the server with SLUICE_ALLOW_LINK_LOCAL=1.',

  certificate_untrusted:
    'The certificate of {{target}} is not signed by a trusted CA. Give its CA certificate, or turn verification off.',
  certificate_expired: 'The certificate of {{target}} has expired. It has to be renewed there.',
  certificate_name: 'The certificate of {{target}} is for another name. Set the server name (SNI) it was issued for.',
  client_certificate_wanted: '{{target}} wants a client certificate. Give certificate and key.',
  file_unreadable: 'A certificate file cannot be read: {{text}}. Check its path.',
  not_tls: '{{target}} does not answer with TLS. Turn TLS off, or use the port that speaks it.',
  tls_refused: '{{target}} refused the TLS handshake ({{text}}). Check certificates and TLS versions.',

  http_status: '{{target}} refused the request (HTTP {{status}}). Check path, headers and body.',
  http_credentials: '{{target}} wants other credentials (HTTP {{status}}). Check the authorization header.',
  http_forbidden: '{{target}} does not allow this request (HTTP {{status}}). Check the permissions of the credentials.',
  http_path: '{{target}} has nothing at this path (HTTP {{status}}). Check URL and path.',
  http_method: '{{target}} does not take this method (HTTP {{status}}). Choose another method.',
  http_size: 'The request is too large for {{target}} (HTTP {{status}}). Send less in one request.',
  http_busy: '{{target}} asks for fewer requests (HTTP {{status}}). They are sent again, slower.',
  http_redirect: '{{target}} redirects elsewhere (HTTP {{status}}). Put the final address into the connector.',
  http_unavailable: '{{target}} is not available (HTTP {{status}}). Requests wait and are sent again.',
  http_failing:
    '{{target}} could not handle the request (HTTP {{status}}). It is sent again; look into the log of the server.',
  mqtt_reason: '{{target}} ended the connection (MQTT reason code {{reason}}). Look into the log of the server.',
  mqtt_version: '{{target}} does not speak this MQTT version. Choose another one.',
  mqtt_client_id: '{{target}} refuses the client id. Choose another client id prefix.',
  mqtt_busy: '{{target}} is not available at the moment: it is overloaded or starting. It is tried again.',
  mqtt_credentials: '{{target}} refuses user name or password. Check both.',
  mqtt_forbidden: '{{target}} does not allow this client to connect. Check user name, password and its permissions.',
  mqtt_taken_over:
    'Another client took over the client id at {{target}}. Give each connector its own client id prefix.',
  mqtt_moved: '{{target}} sends us to another server. Put that address into the connector.',
  subscription_refused:
    '{{target}} refuses the subscription to "{{filter}}". Check the filter and the permissions of the user.',
  credentials_refused: '{{target}} refuses the credentials. Check user name, password, token or keys.',
  permission_missing: 'The credentials may not use {{object}}. Grant them the permission there.',
  object_missing: '{{object}} does not exist there. Check its name, or create it.',
  object_name_invalid: '"{{object}}" is no name that the system takes. Check the name or its template.',
  object_not_ready: '{{object}} is not ready for the moment. Messages wait and are sent again.',
  quota_used_up: 'The quota of {{object}} is used up. Use less of it, or raise the quota.',
  over_limit: '{{object}} is over its limit. Messages wait and are sent again.',
  message_too_large: 'The message is too large for {{object}}. Send less in one message.',
  compression_refused: '{{object}} does not take this compression. Turn it off.',
  request_outdated:
    '{{target}} says the request is too old. Check the clock of the machine of the engine, and the keys.',
  request_refused: '{{object}} refused the request: {{text}}',
  encryption_key_unusable: 'The encryption key of {{object}} cannot be used. Check the key and its policy.',
  schema_wanted: 'The topic {{object}} has a schema. Send to a topic without one.',
  subscription_taken: 'Another consumer holds the subscription to {{object}}. Use the type shared or failover.',
  group_unusable:
    '{{target}} does not let us use the consumer group: it is not ready, or the credentials may not use it. Check the group and its permissions if this goes on.',
  topic_terminated: 'The topic {{object}} was terminated: it takes no more messages. Use another one.',

  unanswered: 'No answer came for this message. It is sent again.',

  topic_invalid: '"{{topic}}" is no topic to publish to. Check the topic of the action and the fields in it.',
  qos_invalid: 'The QoS must be 0, 1 or 2, not "{{text}}". Check the field it comes from.',
  path_invalid: 'The path holds text that no URL can hold. Check the path of the action and the fields in it.',
  key_invalid:
    'The partition key has {{length}} characters; 1 to {{most}} are possible. Check the key of the action and the fields in it.',
  headers_invalid: 'The headers must be an object or a list of {"key", "value"}. Check their template.',
  request_unwritable:
    'The message cannot be sent to {{target}}: its topic, path or a header holds characters that the protocol forbids. Check the templates of the action.',

  not_taken_over: 'Messages of {{object}} could not be taken over by the rules. They are read again.',
  position_unsaved: 'The position in {{object}} cannot be saved. Check the disk and the data folder.',

  address_invalid: '"{{text}}" is no address. Write it as {{form}}.',
  address_missing: 'There is no address. Write it as {{form}}.',
  addresses_mixed: 'Some of the addresses are with TLS, some without. Use one kind for all.',
  client_id_missing: 'The list of fixed client ids has none for node {{node}}. Add some, or empty the list.',
  connection_string_missing: 'The connection string is missing. Fill it in.',
  filter_invalid: '"{{filter}}" is no topic filter: # must be the last level, + a whole level.',
  type_unsupported: 'This engine cannot run connectors of type {{type}}. Use another type.',
  type_without_sources: 'Connectors of type {{type}} cannot be read from. Use another type.',

  disabled: 'It is disabled. Enable it to use it.',
  stopped: 'The connector was stopped. Reconnect it to start it.',
  not_started: 'It does not start by itself. Reconnect it to start it.',
  not_known: 'The engine does not know this object. Save it again, or restart the engine.',
  subscribing: 'The subscription is under way.',
  connector_missing: 'The connector {{connector}} does not exist. Create it, or choose another one.',
  connector_connecting: 'Its connector {{connector}} is still connecting.',
  connector_down: 'Its connector {{connector}} does not work. {{below}}',
  disk_full: 'The disk with the buffers is full. Free some space: publishers of QoS 1 and 2 wait for it.',
  disk_failed: 'The buffer cannot be written to disk. Check the data folder and its permissions.',
  letter_gone: 'There is no such dead letter any more: it was sent again, deleted, or pushed out by newer ones.',
  action_gone: 'Its action {{action}} was deleted.',
  breaks_connection:
    '{{target}} broke the connection upon this message {{times}} times, in the end with nothing else under way. Check whether it accepts such a topic and payload.',
} satisfies FaultTexts;
