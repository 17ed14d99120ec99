import type { Cloud } from '@busbar/cloud'
import type { Demo } from './prepare.ts'

/** Where it is and how to get in, for programs. */
export const demoJson = ({ url }: Cloud, { key, orgId }: Demo): string =>
  JSON.stringify({ cloud: { url, apiKey: key.apiKey, password: key.password, orgId } })

/** The same for people, with something to try. */
export const demoLines = ({ url }: Cloud, { email, password, key, orgId }: Demo, data: string): string[] => [
  'Busbar demo: the monitoring service, and a workshop of six simulated devices.',
  '',
  `  API             ${url}`,
  `  Its reference   ${url}docs`,
  `  Login           ${email}  ${password}`,
  `  API key         ${key.apiKey}`,
  `  Its password    ${key.password}`,
  `  Data            ${data}`,
  '',
  'Look at the devices:',
  '',
  `  TOKEN=$(curl -s ${url}authenticate/ -H 'Content-Type: application/json' \\`,
  `    -d '${JSON.stringify(key)}' | cut -d'"' -f4)`,
  `  curl -s ${url}org/${orgId}/nets/device-param-tree/ -H 'Content-Type: application/json' \\`,
  `    -H "Authorization: token $TOKEN"`,
  '',
]
