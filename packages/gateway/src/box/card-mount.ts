import { statSync } from 'node:fs'

/** Mount point of the card, and the systemd unit that mounts it. */
export const cardFolder = '/run/busbar-gateway/card'
export const cardMountUnit = 'run-busbar\\x2dgateway-card.mount'

/**
 * True if the card with this file system is inserted. The check uses udev links, because a service without device
 * access cannot open it.
 */
export const isCardIn = (uuid: string): boolean =>
  statSync(`/dev/disk/by-uuid/${uuid}`, { throwIfNoEntry: false }) !== undefined
