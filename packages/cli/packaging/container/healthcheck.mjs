// Asks the service in this container whether it is ready: it ends with 0 where it is, else with 1 and the reason.
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'

const isSecure = process.env.BUSBAR_HTTPS_CERT !== undefined
const port = process.env.BUSBAR_HTTP?.split(':').at(-1) ?? '8080'
const get = isSecure ? getHttps : getHttp

// The certificate is for the name that others use, not for this address.
get({ host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false, timeout: 4000 }, async (answer) => {
  const text = (await answer.toArray()).join('')
  if (answer.statusCode !== 200) console.log(`${answer.statusCode} ${text}`)
  process.exit(answer.statusCode === 200 ? 0 : 1)
})
  .on('timeout', function stop() {
    this.destroy(new Error('it does not answer'))
  })
  .on('error', (error) => {
    console.log(error.message)
    process.exit(1)
  })
