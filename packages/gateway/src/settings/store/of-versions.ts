import type { DataFolder } from '../../storage/data-folder.ts'

const settingsFile = 'settings.json'
const versionFile = 'version'
const fileOf = (version: number): string => `settings.${version}.json`

/**
 * A newer version that begins keeps the settings that it finds, as those of the version before it; one that comes back gets its own again, since it
 * may not read what the newer one wrote.
 */
export const saveSettingsOfVersions = (
  folder: Pick<DataFolder, 'read' | 'saveWhenPossible'>,
  version: number,
): void => {
  const ran = Number(folder.read(versionFile)?.toString('utf8') ?? version)
  const found = folder.read(version < ran ? fileOf(version) : settingsFile)
  if (version > ran && found !== undefined) folder.saveWhenPossible(fileOf(ran), found)
  if (version < ran && found !== undefined) folder.saveWhenPossible(settingsFile, found)
  if (version !== ran || folder.read(versionFile) === undefined) folder.saveWhenPossible(versionFile, `${version}\n`)
}
