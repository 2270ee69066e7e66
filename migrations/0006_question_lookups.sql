-- What one question reads of the index, in one call whose statements are planned once for each connection: for every
-- term, in how many entries it occurs, and the postings of the rarest within the budget. Of `terms`, the first `own` are
-- the question's own, those up to `searched` stand for them, and the others are only counted (stopwords have no postings).
-- A term with fewer than `counted` postings is counted here; the frequency of the others is kept by a job.
-- A posting is eight bytes, entry number × 32768 + impact: writing and reading numbers as text takes longer than finding
-- them.
CREATE FUNCTION term_postings(of_workspace uuid, terms text[], own int, searched int, most_terms int, counted int, budget int)
RETURNS TABLE (place int, frequency int, packed bytea)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  refreshed int[];
  frequencies int[];
  read_already bytea[];
  n int;
  nth int;
  total int;
  bytes bytea;
  unspent int := budget;
BEGIN
  refreshed := ARRAY(
    SELECT f.document_frequency FROM unnest(terms) WITH ORDINALITY t(term, at)
    LEFT JOIN frequent_terms f ON f.workspace_id = of_workspace AND f.term = t.term ORDER BY t.at);
  frequencies := refreshed;
  FOR n IN 1 .. searched LOOP
    CONTINUE WHEN refreshed[n] IS NOT NULL;
    SELECT count(*), string_agg(int8send(p.entry_no * 32768 + p.impact), '') INTO total, bytes
    FROM (SELECT entry_no, impact FROM postings
          WHERE workspace_id = of_workspace AND term = terms[n] LIMIT counted) p;
    frequencies[n] := total;
    IF total < counted THEN read_already[n] := bytes; END IF;
  END LOOP;
  -- The question's own terms before the others, the rarest first: they tell most and cost least.
  FOR n, nth IN
    SELECT t.at, row_number() OVER (PARTITION BY t.at > own ORDER BY t.frequency, t.at)
    FROM unnest(frequencies) WITH ORDINALITY t(frequency, at)
    WHERE t.at <= searched AND t.frequency > 0 ORDER BY t.at > own, t.frequency, t.at
  LOOP
    bytes := NULL;
    IF nth <= most_terms AND (frequencies[n] <= unspent OR unspent = budget) THEN
      unspent := unspent - frequencies[n];
      bytes := read_already[n];
      IF bytes IS NULL THEN
        SELECT string_agg(int8send(p.entry_no * 32768 + p.impact), '') INTO bytes
        FROM postings p WHERE p.workspace_id = of_workspace AND p.term = terms[n];
        IF bytes IS NULL THEN frequencies[n] := 0; END IF;
      END IF;
    ELSIF NOT EXISTS (SELECT FROM postings p WHERE p.workspace_id = of_workspace AND p.term = terms[n]) THEN
      frequencies[n] := 0;
    END IF;
    place := n;
    frequency := frequencies[n];
    packed := bytes;
    RETURN NEXT;
  END LOOP;
  FOR n IN searched + 1 .. cardinality(terms) LOOP
    place := n;
    frequency := refreshed[n];
    packed := NULL;
    RETURN NEXT;
  END LOOP;
END $$;
--> statement-breakpoint
-- Which letters a word has, as bits by the last five of their code points. An edit changes at most two of them, so most
-- words that share a beginning or an end with a misspelt one are passed over without being sent.
ALTER TABLE "vocabulary" ADD COLUMN "letters" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE vocabulary SET letters = (
  SELECT bit_or(1 << (ascii(letter) & 31)) FROM string_to_table(word, NULL) letter) WHERE word <> '';--> statement-breakpoint
-- Both ways into the vocabulary are answered by their index alone.
ALTER TABLE vocabulary DROP CONSTRAINT vocabulary_pk;--> statement-breakpoint
ALTER TABLE vocabulary ADD CONSTRAINT vocabulary_pk PRIMARY KEY (workspace_id, word, term) INCLUDE (letters);--> statement-breakpoint
DROP INDEX vocabulary_reversed;--> statement-breakpoint
CREATE INDEX vocabulary_reversed ON vocabulary USING btree (workspace_id, reversed) INCLUDE (word, term, letters);
