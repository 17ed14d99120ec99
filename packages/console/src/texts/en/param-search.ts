import { plural } from '../plural.ts'

export const paramSearch = {
  hint: 'Name, device or network',
  nothing: 'Nothing found. Try fewer letters.',
  more: plural('en', { one: '# more; type more of the name.', other: '# more; type more of the name.' }),
}
