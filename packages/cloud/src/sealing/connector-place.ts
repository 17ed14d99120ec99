/** Of the password of a connector. */
export const connectorPlace = (orgId: number, connectorId: number): string =>
  `connector.sealed_password ${orgId} ${connectorId}`
