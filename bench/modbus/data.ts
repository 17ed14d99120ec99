/** Every client requests 100 holding registers from address 0. */
export const wordCount = 100
export const unit = 1

/** Register contents of every server. */
export const words: readonly number[] = Array.from({ length: wordCount }, (_, i) => (i * 655 + 7) & 0xffff)

/** Refuses an answer that is not what every server has. */
export const check = (answer: ArrayLike<number>): void => {
  if (answer.length !== wordCount || answer[wordCount - 1] !== words[wordCount - 1]) throw new Error('a wrong answer')
}

export const requestBytes = 12
export const responseBytes = 9 + 2 * wordCount

/** The request as it goes over the wire. */
export const request = Buffer.from([0, 1, 0, 0, 0, 6, unit, 3, 0, 0, 0, wordCount])

/** The response as it comes. */
export const response = Buffer.alloc(responseBytes)
request.copy(response, 0, 0, 8)
response[5] = responseBytes - 6
response[8] = 2 * wordCount
for (const [i, word] of words.entries()) response.writeUInt16BE(word, 9 + 2 * i)
