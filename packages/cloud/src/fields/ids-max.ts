/** Maximum number of IDs in a request. */
export const idsMax = 1000
