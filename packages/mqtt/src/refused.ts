const reasons: Readonly<Record<number, string>> = {
  1: 'it does not speak this version of MQTT',
  4: 'the user or the password is wrong',
  5: 'not authorized',
  132: 'it does not speak this version of MQTT',
  134: 'the user or the password is wrong',
  135: 'not authorized',
  137: 'the server is busy',
  144: 'it does not take this topic',
  149: 'the message is too large',
  151: 'a quota is used up',
  153: 'it does not take this payload',
}

/** The broker refused, with its code. */
export class MqttRefused extends Error {
  readonly code: number

  constructor(what: string, code: number) {
    super(`${what}: ${reasons[code] ?? `code ${code}`}`)
    this.code = code
  }
}
