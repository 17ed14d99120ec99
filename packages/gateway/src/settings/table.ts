import type { z } from 'zod'
import type { Variant } from '../base/variant.ts'
import {
  areset,
  bodVoltage,
  download,
  firmware,
  httpd,
  language,
  logFlags,
  powerSaving,
  protect,
  tasksLogging,
} from './keys/box.ts'
import { astro, ntp, timeGmt, tsManual, tsMode } from './keys/clock.ts'
import { cbCloud, fwd, ownSrv, rmSrv, rs485, serial } from './keys/field-links.ts'
import { ethernet, gsm, wgCloud, wgManual } from './keys/network.ts'
import type { Setting } from './setting.ts'

/** Every setting of the device, in the order of the contract; extensions follow. */
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
  rs485,
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
