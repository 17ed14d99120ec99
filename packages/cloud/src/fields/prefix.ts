/** Before every path of the API. */
export const prefix = '/api/v1'
