import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import type { classFind } from './class-find.contract.ts'

export const classFindHandlers: Handlers<typeof classFind, Call> = {
  searchMetaInfo: ({ identification }, { filePath }) => identification.metaInfo(filePath),
  start: ({ identification }, { 'search-meta-info': searchMetaInfo, ...request }) =>
    identification.start(request, searchMetaInfo),
  stop: ({ identification }) => identification.stop(),
  result: ({ identification }) => identification.result(),
}
