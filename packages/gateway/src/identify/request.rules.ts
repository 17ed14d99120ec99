import type { LineSettings } from '../bus/request.ts'

/** A device to identify, and the template to do it with. */
export interface IdentifyRequest extends LineSettings {
  readonly filePath: string
  readonly uid: number
}

const isIn = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max

/** The contract's bounds; who asks from elsewhere than the API is held to them too. */
export const isSound = ({ filePath, uid, baudRate, charFormat, frameMode }: IdentifyRequest): boolean =>
  filePath !== '' && isIn(uid, 1, 254) && isIn(baudRate, 75, 230_400) && isIn(charFormat, 0, 5) && isIn(frameMode, 0, 1)
