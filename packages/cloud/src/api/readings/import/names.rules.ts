import type { TargetParam } from './import.sql.ts'

/** What files call parameters: by reference, as our exports do, or as people do. Names that mean several are none. */
export const proposals = (params: readonly TargetParam[]): ReadonlyMap<string, number> => {
  const idsByName = new Map<string, number | null>()
  for (const { id, slug, deviceSlug, netSlug, label, nameEn, deviceName } of params) {
    const names = [
      `${netSlug}.${deviceSlug}.${slug}`,
      `busbar,device=${deviceSlug},net=${netSlug}:${slug}`,
      `${deviceSlug}.${slug}`,
      `${deviceName}, ${nameEn}`,
      `${deviceName} ${nameEn}`,
      nameEn,
      slug,
      ...(label === null ? [] : [label]),
    ]
    for (const name of new Set(names.map(plain)))
      idsByName.set(name, idsByName.has(name) && idsByName.get(name) !== id ? null : id)
  }
  return new Map([...idsByName].flatMap(([name, id]) => (id === null ? [] : [[name, id]])))
}

/** The parameter that a name most likely means. `sensor.pv_power` of Home Assistant is looked for without its domain too. */
export const proposeParam = (name: string, idsByName: ReadonlyMap<string, number>): number | undefined =>
  idsByName.get(plain(name)) ??
  idsByName.get(plain(name.replace(/^(?:sensor|binary_sensor|switch|number)\./, ''))) ??
  idsByName.get(plain(name.replace(/^.*:/, '')))

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}.:,=]+/gu, '_')
