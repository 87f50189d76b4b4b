export const connectors = {};
