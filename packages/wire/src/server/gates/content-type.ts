import { Refusal } from '../refusal.ts'
import type { PlainGate } from '../service.ts'

const json = /^application\/json\s*(;|$)/i

/** Every request says that it is JSON, those without a body too. */
export const contentType: PlainGate =
  (_endpoint, { codes }) =>
  ({ request }) => {
    if (!json.test(request.headers['content-type'] ?? '')) throw new Refusal(codes.contentType)
  }
