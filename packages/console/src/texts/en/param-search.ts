export const paramSearch = {
  hint: 'Name, device or network',
  nothing: 'Nothing is called like that. Try fewer letters.',
}
