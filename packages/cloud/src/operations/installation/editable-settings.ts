/** What can be set while the service runs, and acts at once. */
export const editableSettings = ['smtp', 'smtp-from', 'telegram', 'backup-every', 'backup-keep'] as const
export type EditableSetting = (typeof editableSettings)[number]
