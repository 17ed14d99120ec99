/**
 * Tables of readings. On Citus, each organization's rows are on one worker; all other tables stay on the coordinator.
 */
export const distributedTables = ['layout', 'poll', 'last_poll', 'exact', 'chunk'] as const

/** Column by which rows are distributed. */
export const distributionColumn = 'org_id'
