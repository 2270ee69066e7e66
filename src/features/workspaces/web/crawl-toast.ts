import { closeToast, toast } from '../../../web/ui/toast.tsx'

const ID = 'crawl-started'

/** Says that the website of a new workspace is being crawled. */
export const showCrawlToast = (): void =>
  toast({
    id: ID,
    title: 'Crawling Website',
    message: "We're crawling your website pages. This may take a few minutes...",
  })

/** For a crawl that failed: the toast would contradict the failure. */
export const closeCrawlToast = (): void => closeToast(ID)
