/** Label values that an expression matches, where it is nothing but words with `|` between. */
export const plainWords = (expression: string): ReadonlySet<string> | null =>
  /[\\.+*?()[\]{}^$]/.test(expression) ? null : new Set(expression.split('|'))

const repeatForm = /\{(\d+)(?:,(\d*))?\}/y

/**
 * An upper bound of the instructions that RE2 compiles an expression to. A counted repetition copies what it repeats, and repetitions nest:
 * a few hundred characters can become a program of millions. An invalid expression has a size too.
 */
export const programSize = (expression: string): number => {
  const outer: number[] = []
  let size = 4
  // The item that a repetition behind it would repeat.
  let item = 0
  const add = (next: number): void => {
    size += item
    item = next
  }
  for (let index = 0; index < expression.length; ) {
    const char = expression[index]
    repeatForm.lastIndex = index
    const repeat = char === '{' ? repeatForm.exec(expression) : null
    if (repeat !== null) {
      const [, least, most = least] = repeat
      const copies = Math.max(1, Number(least), Number(most))
      item = copies * (item + 1) + 2
      index = repeatForm.lastIndex
    } else if (char === '\\' || char === '[') {
      const end = char === '[' ? classEnd(expression, index) : escapeEnd(expression, index)
      add(expression.startsWith('\\Q', index) ? end - index : 1)
      index = end
    } else {
      if (char === '(') {
        add(0)
        outer.push(size)
        size = 3
      } else if (char === ')') {
        const group = size + item
        size = outer.pop() ?? 0
        item = group
      } else if (char === '|') add(2)
      else if (char === '*' || char === '+' || char === '?') item += 2
      else add(1)
      index += 1
    }
  }
  return outer.reduce((sum, part) => sum + part, size + item)
}

const escapeEnd = (text: string, start: number): number => {
  const behind = (closing: string): number => {
    const found = text.indexOf(closing, start + 2)
    return found < 0 ? text.length : found + closing.length
  }
  if (text.startsWith('\\Q', start)) return behind('\\E')
  return /^\\[pPx]\{/.test(text.slice(start, start + 3)) ? behind('}') : start + 2
}

const classEnd = (text: string, start: number): number => {
  let index = start + 1
  if (text[index] === '^') index += 1
  // A bracket that closes is a member where it comes first.
  if (text[index] === ']') index += 1
  while (index < text.length && text[index] !== ']') {
    const named = text.startsWith('[:', index) ? text.indexOf(':]', index + 2) : -1
    if (named >= 0) index = named + 2
    else index += text[index] === '\\' ? 2 : 1
  }
  return index + 1
}
