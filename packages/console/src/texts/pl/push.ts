export const push = {}
