import { plantLines } from '../simulate/report.ts'
import type { RunningDemo } from './run.ts'

const consoleOf = ({ cloud: { url } }: RunningDemo): string => new URL('/', url).href

/** Returns addresses and accounts of the demo, for programs. */
export const demoJson = (running: RunningDemo): string => {
  const { cloud, gateway, made } = running
  const { key, orgId, email, password: emailPassword } = made
  const { url, username, password } = gateway
  return JSON.stringify({
    cloud: { url: cloud.url, console: consoleOf(running), ...key, email, emailPassword, orgId },
    gateway: { url, username, password },
  })
}

/** The same for people, with something to try. */
export const demoLines = (running: RunningDemo, data: string): string[] => {
  const { cloud, gateway, made, served } = running
  const { url } = cloud
  const { email, password, key, orgId } = made
  return [
    '',
    'Busbar is running: the cloud, a gateway on a simulated serial line that calls it, and thirteen simulated sites.',
    '',
    `  Console         ${consoleOf(running)}`,
    `  Login           ${email}  ${password}`,
    `  API             ${url}  (its reference: ${url}docs)`,
    `  API key         ${key.apiKey}`,
    `  Its password    ${key.password}`,
    `  Gateway panel   ${gateway.url}  (its reference: ${gateway.url}api/docs)`,
    `  Its login       ${gateway.username}  ${gateway.password}`,
    `  Data            ${data}`,
    '',
    'Ask the API for all devices:',
    '',
    `  TOKEN=$(curl -s ${url}authenticate/ -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(key)}' | cut -d'"' -f4)`,
    `  curl -s ${url}org/${orgId}/nets/device-param-tree/ -H 'Content-Type: application/json' \\`,
    `    -H "Authorization: token $TOKEN"`,
    '',
    'The simulated sites, for any Modbus master:',
    ...plantLines(served),
    '',
    'Break something: type  fault workshop/3 slow ms=500   (help lists more). Ctrl-C ends it; the data stay.',
  ]
}
