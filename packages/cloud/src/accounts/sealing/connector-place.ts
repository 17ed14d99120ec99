/** Of the password of a connector. */
export const connectorPlace = (orgId: number, connectorId: number): string =>
  `connector.sealed_password ${orgId} ${connectorId}`

/** Of the key to its certificate. */
export const connectorKeyPlace = (orgId: number, connectorId: number): string =>
  `connector.sealed_client_key ${orgId} ${connectorId}`
