import { channelSettings } from '@busbar/alerts/channels'

/** Settings that can be changed while the service runs, and take effect at once. */
export const editableSettings = [...channelSettings, 'backup-every', 'backup-keep'] as const
export type EditableSetting = (typeof editableSettings)[number]
