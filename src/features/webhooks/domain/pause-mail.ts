interface PausedEndpoint {
  workspace: string
  endpoint: string
  cause: 'failures' | 'gone'
  waiting: number
  /** Address of the endpoint's page. */
  url: string
}

/** The mail about an endpoint that was paused after failures. */
export function pauseMail({ workspace, endpoint, cause, waiting, url }: PausedEndpoint) {
  const reasonSentence =
    cause === 'gone'
      ? 'It answered with the status 410, which says that it is gone.'
      : 'It has accepted no events for three days.'
  const waitingSentence =
    waiting === 0
      ? 'No event waits for it.'
      : `${waiting === 1 ? 'One event waits' : `${waiting} events wait`} for it and will be sent when you resume it.`
  return {
    subject: `${workspace}: a webhook endpoint was paused`,
    text: `Answerloom has stopped sending events of ${workspace} to this webhook endpoint:\n${endpoint}\n\n${reasonSentence} ${waitingSentence} Events are kept for 30 days.\n\nSee what failed, and resume it here:\n${url}`,
  }
}
