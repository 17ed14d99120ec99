export interface TaskToken {
  readonly text: string
  readonly kind: 'word' | 'type' | 'comment' | ''
}

const words =
  /#.*|"[^"]*"?|\b(?:TASK|PERIOD|DEF|PUT|IF|DO|CALL|GOTO|RETURN|SMS|CRC|ELSE|ORDER|SAFE|KEEP|REG|PUB|AT|LOG|COND|AND|OR|NOT|MOD|MIN|MAX|ABS|SQRT|RISE|FALL|TON|TOF|VALUE|LAST|OK|AGE|ERR|STR|HEX|TIME|DATE|LEN)\b|\b(?:BIT|[US](?:8|16|32|64)|F32|F64)\b/g

/** A line of a task, cut into what is coloured and what is not. */
export const tokenize = (line: string): TaskToken[] => {
  const tokens: TaskToken[] = []
  let from = 0
  for (const found of line.matchAll(words)) {
    const [text] = found
    const at = found.index
    if (at > from) tokens.push({ text: line.slice(from, at), kind: '' })
    tokens.push({ text, kind: kindOf(text) })
    from = at + text.length
  }
  if (from < line.length) tokens.push({ text: line.slice(from), kind: '' })
  return tokens
}

const kindOf = (text: string): TaskToken['kind'] => {
  if (text.startsWith('#')) return 'comment'
  if (text.startsWith('"')) return ''
  return /^(BIT|[USF]\d+)$/.test(text) ? 'type' : 'word'
}
