/** Tables of readings, which grow with the field: on Citus each organization's rows are on one worker. All others stay on the coordinator. */
export const distributedTables = ['layout', 'poll', 'last_poll', 'exact', 'chunk'] as const

/** Column by which rows are distributed. */
export const distributionColumn = 'org_id'
