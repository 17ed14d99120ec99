import type { z } from 'zod'
import type { Variant } from '../base/variant.ts'
import * as box from './keys/box.ts'
import * as clock from './keys/clock.ts'
import * as links from './keys/field-links.ts'
import * as network from './keys/network.ts'
import type { Setting } from './setting.ts'

/** Every setting of the device. Exporting one from a file in `keys/` is all that adds it. */
const described = { ...clock, ...network, ...links, ...box }
export type SettingKey = keyof typeof described
/** All settings of a device in both variants; each variant is a view of them. */
export type Settings = { [K in SettingKey]: z.infer<(typeof described)[K]['value']> }

export const settings: Readonly<Record<SettingKey, Setting>> = described

/** All keys in the order of replies and exports. */
export const settingKeys = (Object.keys(described) as SettingKey[]).toSorted(
  (a, b) => described[a].position - described[b].position,
)

type AppliedAtOnce = {
  [K in SettingKey]: 'now' extends (typeof described)[K]['applies'][Variant] ? K : never
}[SettingKey]
/** Appliers of the settings that take effect at once; a missing one does not compile. */
export type Appliers = { readonly [K in AppliedAtOnce]: (active: Settings) => Promise<void> }

/** Port forwarding has two names; it is answered by the first. */
export type SettingName = SettingKey | 'forwarding'
export const keyOf = (name: SettingName): SettingKey => (name === 'forwarding' ? 'fwd' : name)

export const keysIn = (variant: Variant): SettingKey[] =>
  settingKeys.filter((key) => settings[key].level[variant] !== undefined)

/** Setting names that a request may use. */
export const namesIn = (variant: Variant): SettingName[] => [...keysIn(variant), 'forwarding']
