import { helpPages } from '@busbar/cli/help'
import { apiDocument } from '@busbar/cloud/docs'
import { secrets } from '@busbar/cloud/env'
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
    ['docs/reference/secrets.md', `${made}\n\n${secretsPage()}`],
    ['docs/reference/faults.md', `${made}\n\n${faultPage()}`],
    ...devices.map((device): [string, string] => [
      `docs/reference/devices/${device.skus[0]}.md`,
      `${made}\n\n${devicePage(device)}`,
    ]),
  ])
}

const fenced = (text: string): string => `\n\`\`\`\n${text}\n\`\`\`\n`

const secretsPage = (): string => {
  const coded = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ')
  const rows = [...secrets.values()].map(({ flags: [flag, file], variables, credential }) => {
    const [plain, files] = [variables.map(([one]) => one), variables.map(([, one]) => one)]
    return `| \`--${flag}\` | ${coded(plain)} | \`--${file}\`, ${coded(files)} | \`${credential}\` |`
  })
  return [
    '# Settings of the cloud that carry secrets',
    '',
    'Lists of processes show flags to everybody, and programs that are started inherit variables. So each of these can be given by a file that',
    'holds what the flag takes. A credential is a file of that name in the folder that systemd names: `LoadCredential=busbar.smtp:/etc/busbar/smtp`.',
    'A flag goes before a variable, and that before a credential; a secret and its file at one place are refused. No complaint repeats a secret.',
    '',
    '| flag | variable | by file | credential |',
    '|---|---|---|---|',
    ...rows,
    '',
    'The key of a certificate (`--callback-key`) and the key that seals secrets in the database (`--secrets-key-file`) are files anyway; passwords of users are read from stdin (`busbar admin user create --password-stdin`).',
    '',
  ].join('\n')
}

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
