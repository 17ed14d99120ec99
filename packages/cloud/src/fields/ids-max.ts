/** Ids in one request, whether something is read or changed. */
export const idsMax = 1000
