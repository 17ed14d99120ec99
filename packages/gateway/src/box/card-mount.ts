import { statSync } from 'node:fs'

/** Mount point of the card, and the systemd unit that mounts it. */
export const cardFolder = '/run/busbar-gateway/card'
export const cardMountUnit = 'run-busbar\\x2dgateway-card.mount'

/** Is the card with this file system in its slot? To ask whether one may open it would be refused to a service without devices. */
export const isCardIn = (uuid: string): boolean =>
  statSync(`/dev/disk/by-uuid/${uuid}`, { throwIfNoEntry: false }) !== undefined
