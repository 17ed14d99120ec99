import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BoxConf } from '../system/box-conf.ts'
import { numberIn } from '../system/sys-files.ts'

/** How bright the display of the box is, in percent of what it can. */
export const setBacklight = async (
  { display }: Pick<BoxConf, 'display'>,
  percent: number,
  root = '/sys',
): Promise<void> => {
  if (display === null) throw new Error('this box has no display (busbar-gateway-setup display)')
  const folder = join(root, 'class/backlight', display)
  const max = numberIn(join(folder, 'max_brightness'))
  if (max === undefined) throw new Error(`there is no backlight ${display}`)
  await writeFile(join(folder, 'brightness'), `${Math.round((max * percent) / 100)}\n`, { flag: 'r+' })
}
