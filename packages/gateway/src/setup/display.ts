import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { boxConfWith, choose, offer, refuse, type SetupTools } from './tools.ts'

const folder = '/sys/class/backlight'

/** Whose backlight the gateway dims (`powerSaving`). */
export const setUpDisplay = async (tools: SetupTools, name?: string): Promise<void> => {
  const path = join(tools.root, folder)
  const names = existsSync(path) ? readdirSync(path).toSorted() : []
  if (name === undefined && names.length === 0) return tools.print('This box has no display that can be dimmed.')
  if (name !== undefined && name !== 'none' && !names.includes(name)) refuse(`there is no ${folder}/${name}`)
  const chosen =
    name ??
    (await choose(
      tools,
      'The display',
      names,
      (one) => one,
      () => '',
    ))
  if (chosen === undefined) return
  if (!(await offer(tools, boxConfWith(tools, 'display', chosen === 'none' ? '' : chosen)))) return
  await tools.run('systemctl', 'try-restart', 'busbar-gateway.service')
  tools.print(chosen === 'none' ? 'The gateway dims no display.' : `The gateway dims ${chosen}.`)
}
