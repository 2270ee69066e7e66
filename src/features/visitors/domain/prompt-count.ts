// A host page's button asks the frame whether it may show a prompt. The frame counts, since the storage of the host page
// is not ours. Only frames of workspaces with prompts have this script.

/**
 * Runs in the head of the frame. Grants a prompt and counts it, unless this visit (a tab's session) has had one or this
 * day as many as it may have. Browsers keep a frame's storage apart for each website. Without storage nothing can be
 * counted, and nothing is granted.
 */
export const promptScript = (subdomain: string): string =>
  `addEventListener("message",({source:s,data:d})=>{if(s!==parent||d?.type!="answerloom:may-prompt")return;try{const k=${JSON.stringify(`prompts:${subdomain}`)},t=new Date().toDateString(),[y,c]=(localStorage[k]||"").split("|"),n=y==t?+c:0;if(sessionStorage[k]||n>=d.perDay)return;sessionStorage[k]=1;localStorage[k]=t+"|"+(n+1);s.postMessage({type:"answerloom:prompt"},"*")}catch{}})`
