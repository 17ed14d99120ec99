import type { z } from 'zod'
import type { Variant } from '../variant.ts'
import { areset } from './keys/areset.ts'
import { astro } from './keys/astro.ts'
import { bodVoltage } from './keys/bod-voltage.ts'
import { cbCloud } from './keys/cb-cloud.ts'
import { download } from './keys/download.ts'
import { ethernet } from './keys/ethernet.ts'
import { firmware } from './keys/firmware.ts'
import { fwd } from './keys/fwd.ts'
import { gsm } from './keys/gsm.ts'
import { httpd } from './keys/httpd.ts'
import { language } from './keys/language.ts'
import { logFlags } from './keys/log-flags.ts'
import { ntp } from './keys/ntp.ts'
import { ownSrv } from './keys/own-srv.ts'
import { powerSaving } from './keys/power-saving.ts'
import { protect } from './keys/protect.ts'
import { rmSrv } from './keys/rm-srv.ts'
import { serial } from './keys/serial.ts'
import { tasksLogging } from './keys/tasks-logging.ts'
import { timeGmt } from './keys/time-gmt.ts'
import { tsManual } from './keys/ts-manual.ts'
import { tsMode } from './keys/ts-mode.ts'
import { wgCloud } from './keys/wg-cloud.ts'
import { wgManual } from './keys/wg-manual.ts'
import type { Setting } from './setting.ts'

/** Every setting of the device, in the order of the contract. */
const described = {
  timeGmt,
  ethernet,
  gsm,
  ownSrv,
  wgCloud,
  wgManual,
  cbCloud,
  areset,
  protect,
  download,
  firmware,
  httpd,
  language,
  serial,
  astro,
  ntp,
  tsMode,
  tsManual,
  logFlags,
  rmSrv,
  bodVoltage,
  fwd,
  tasksLogging,
  powerSaving,
}
export type SettingKey = keyof typeof described
/** All that a device keeps, with the fields of both variants: a variant is a view of it. */
export type Settings = { [K in SettingKey]: z.infer<(typeof described)[K]['value']> }

export const settings: Readonly<Record<SettingKey, Setting>> = described

export const settingKeys = Object.keys(described) as SettingKey[]

/** Port forwarding has two names; it is answered by the first. */
export type SettingName = SettingKey | 'forwarding'
export const keyOf = (name: SettingName): SettingKey => (name === 'forwarding' ? 'fwd' : name)

export const keysIn = (variant: Variant): SettingKey[] =>
  settingKeys.filter((key) => settings[key].level[variant] !== undefined)

/** What a request may name. */
export const namesIn = (variant: Variant): SettingName[] => [...keysIn(variant), 'forwarding']
