/** Encryption context of the password of a connector. */
export const connectorPlace = (orgId: number, connectorId: number): string =>
  `connector.sealed_password ${orgId} ${connectorId}`

/** Encryption context of the client key of a connector. */
export const connectorKeyPlace = (orgId: number, connectorId: number): string =>
  `connector.sealed_client_key ${orgId} ${connectorId}`
