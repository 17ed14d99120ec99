/** The card in a simulated modem: its lock, and how often one may err. */
export class SimCard {
  readonly iccid: string
  readonly imsi: string
  readonly #pin: string | null
  triesLeft = 3
  isLocked: boolean

  constructor({
    iccid = '89380062300000000015',
    imsi = '255016300000001',
    pin = null,
  }: Partial<Pick<SimCard, 'iccid' | 'imsi'>> & { readonly pin?: string | null } = {}) {
    this.iccid = iccid
    this.imsi = imsi
    this.#pin = pin
    this.isLocked = pin !== null
  }

  get lock(): 'READY' | 'SIM PIN' | 'SIM PUK' {
    if (this.triesLeft === 0) return 'SIM PUK'
    return this.isLocked ? 'SIM PIN' : 'READY'
  }

  get hasPin(): boolean {
    return this.#pin !== null
  }

  /** Is it open now? A right PIN gives all tries back. */
  enter(pin: string): boolean {
    if (this.triesLeft === 0) return false
    if (pin === this.#pin) {
      this.isLocked = false
      this.triesLeft = 3
      return true
    }
    this.triesLeft -= 1
    return false
  }
}
