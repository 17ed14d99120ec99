import { helpPages } from '@busbar/cli/help'
import { apiDocument } from '@busbar/cloud/docs'
import { apiDocument as gatewayDocument } from '@busbar/gateway/docs'
import { faultKinds } from '@busbar/simulator'
import { templates } from '@busbar/templates'
import { devicePage } from './device-page.ts'

const made = '<!-- Made by `npm run docs`; change the data it is made from instead. -->'

/** Every page that is made from data, by its path. */
export const pages = (): ReadonlyMap<string, string> => {
  const devices = [...new Set(templates().values())]
  return new Map([
    ['docs/reference/busbar.md', `${made}\n\n# The busbar command\n${helpPages().map(fenced).join('')}`],
    ['docs/api/cloud.json', `${JSON.stringify(apiDocument('/api/v1'), null, 2)}\n`],
    ['docs/api/gateway-a.json', `${JSON.stringify(gatewayDocument('A'), null, 2)}\n`],
    ['docs/api/gateway-b.json', `${JSON.stringify(gatewayDocument('B'), null, 2)}\n`],
    ['docs/reference/faults.md', `${made}\n\n${faultPage()}`],
    ...devices.map((device): [string, string] => [
      `docs/reference/devices/${device.skus[0]}.md`,
      `${made}\n\n${devicePage(device)}`,
    ]),
  ])
}

const fenced = (text: string): string => `\n\`\`\`\n${text}\n\`\`\`\n`

const faultPage = (): string => {
  const rows = Object.entries(faultKinds).map(([name, { about, params }]) => {
    const numbers = Object.entries(params).map(([param, value]) => `\`${param}\` ${value}`)
    return `| \`${name}\` | ${about} | ${numbers.join(', ')} |`
  })
  return [
    '# Faults of the simulator',
    '',
    'They act on a unit (`workshop/3`) or on a whole line (`workshop`), several at once, and can be switched while the plant',
    'runs: on the command line (`--fault`), by typing (`fault workshop/3 slow ms=500`), or in a test (`plant.faults.set`).',
    '',
    '| name | what the other side sees | numbers, unless given |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
