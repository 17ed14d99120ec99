/** Settings that can be changed at run time and apply at once. */
export const editableSettings = ['smtp', 'smtp-from', 'telegram', 'backup-every', 'backup-keep'] as const
export type EditableSetting = (typeof editableSettings)[number]
