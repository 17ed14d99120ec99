/** Prefix of all API paths. */
export const prefix = '/api/v1'
