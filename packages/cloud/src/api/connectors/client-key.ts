import { createPrivateKey, X509Certificate } from 'node:crypto'
import { Refusal } from '@busbar/wire/server'

const parsed = <Value>(read: () => Value, problem: string): Value => {
  try {
    return read()
  } catch {
    throw new Refusal('IncorrectRequest', problem)
  }
}

/** Refuses a certificate without its key, a key without its certificate, and two that do not belong together. */
export function needPair(certificate: string | null, key: string | null): void {
  if (certificate === null && key === null) return
  if (certificate === null) throw new Refusal('IncorrectRequest', 'body.settings.clientCert: is needed with a key')
  if (key === null) throw new Refusal('IncorrectRequest', 'body.clientKey: is needed with a client certificate')
  const cert = parsed(() => new X509Certificate(certificate), 'body.settings.clientCert: is no certificate')
  const privateKey = parsed(() => createPrivateKey(key), 'body.clientKey: is no key, or needs a passphrase')
  if (!cert.checkPrivateKey(privateKey))
    throw new Refusal('IncorrectRequest', 'body.clientKey: does not belong to the certificate')
}
