package timephrase_test

import (
	"strings"
	"testing"
	"time"

	"plotline/internal/timephrase"
)

// TestClockChanges reads days that do not have 24 hours, and a day without a midnight.
func TestClockChanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone, now, question, since, until string
		hours                             float64
	}{
		{"Europe/Berlin", "2026-10-26T09:00", "what happened yesterday", "2026-10-25", "2026-10-26", 25},
		{"Europe/Berlin", "2026-03-30T09:00", "what happened yesterday", "2026-03-29", "2026-03-30", 23},
		{"Europe/Berlin", "2026-10-26T09:00", "what happened last week", "2026-10-19", "2026-10-26", 169},
		{"Europe/Berlin", "2026-03-30T09:00", "was war letzte Woche", "2026-03-23", "2026-03-30", 167},
		{"Europe/Berlin", "2026-10-26T09:00", "what happened last night", "2026-10-25T18:00", "2026-10-26T06:00", 12},
		{"Europe/Berlin", "2026-10-25T09:00", "what happened last night", "2026-10-24T18:00", "2026-10-25T06:00", 13},
		{"Europe/Berlin", "2026-10-25T04:00", "what happened 3 hours ago", "2026-10-25T01:30", "2026-10-25T02:30", 1},
		{"Europe/Berlin", "2026-10-27T09:00", "最近三天发生了什么", "2026-10-24", "2026-10-28", 97},
		{"America/New_York", "2026-03-09T09:00", "yesterday and today", "2026-03-08", "2026-03-10", 47},
		{"America/Sao_Paulo", "2018-11-05T09:00", "yesterday", "2018-11-04T01:00", "2018-11-05", 23},
		{"America/Sao_Paulo", "2018-11-04T09:00", "yesterday", "2018-11-03", "2018-11-04T01:00", 24},
	} {
		now, err := time.ParseInLocation("2006-01-02T15:04", c.now, zone(t, c.zone))
		if err != nil {
			t.Fatal(err)
		}
		found, ok := timephrase.Read(c.question, now)
		if since, until := written(found.Range.Since), written(found.Range.Until); !ok || since != c.since || until != c.until {
			t.Errorf("%q at %s in %s: got %s to %s, want %s to %s", c.question, c.now, c.zone, since, until, c.since, c.until)
		}
		if hours := found.Range.Until.Sub(found.Range.Since).Hours(); hours != c.hours {
			t.Errorf("%q at %s in %s: got %v hours, want %v", c.question, c.now, c.zone, hours, c.hours)
		}
	}
}

// TestToday reads the same words on days on which they mean something else.
func TestToday(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ now, question, want string }{
		{"2026-11-26T20:00", "what did I do tonight", "2026-11-26T17:00\t2026-11-27\tyes"},
		{"2026-11-26T13:25", "what did I do tonight", "-\t-\tnone"},
		{"2026-11-26T13:25", "what did I do this evening", "-\t-\tnone"},
		{"2026-11-29T10:00", "what did I do this weekend", "2026-11-28\t2026-11-30\tyes"},
		{"2026-11-29T10:00", "what did I do last weekend", "2026-11-21\t2026-11-23\tyes"},
		{"2026-11-29T10:00", "was habe ich am Wochenende gemacht", "2026-11-28\t2026-11-30\tyes"},
		{"2026-11-26T13:25", "what did I do this weekend", "-\t-\tnone"},
		{"2026-11-26T13:25", "what did I do this Thursday", "2026-11-26\t2026-11-27\tyes"},
		{"2026-11-26T13:25", "what did I do this Friday", "-\t-\tnone"},
		{"2026-11-26T13:25", "what happened in November", "2026-11-01\t2026-12-01\tyes"},
		{"2026-11-26T13:25", "what happened last November", "2025-11-01\t2025-12-01\tyes"},
		{"2026-11-26T13:25", "what happened on 26 November", "2026-11-26\t2026-11-27\tyes"},
		{"2026-11-26T13:25", "what happened on 29 February", "2024-02-29\t2024-03-01\tyes"},
		{"2026-11-26T13:25", "what happened on the 31st", "2026-10-31\t2026-11-01\tyes"},
		{"2026-11-26T13:25", "what happened on 31 April", "-\t-\tnone"},
		{"2026-01-01T00:00", "what happened last month", "2025-12-01\t2026-01-01\tyes"},
		{"2026-01-01T00:00", "what happened in January", "2026-01-01\t2026-02-01\tyes"},
		{"2026-03-31T12:00", "what happened in the past month", "2026-02-28\t2026-04-01\tyes"},
		{"2026-11-23T00:00", "what happened since Monday", "2026-11-16\t-\tyes"},
		{"2026-11-23T02:00", "was war heute Nacht", "2026-11-22T18:00\t2026-11-23T06:00\tyes"},
	} {
		now, err := time.ParseInLocation("2006-01-02T15:04", c.now, zone(t, "Europe/Berlin"))
		if err != nil {
			t.Fatal(err)
		}
		if got := read(c.question, now); got != c.want {
			t.Errorf("%q at %s: got %q, want %q", c.question, c.now, got, c.want)
		}
	}
}

// TestTextAndRest splits questions into the phrase and the rest.
func TestTextAndRest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ question, text, rest string }{
		{"Yesterday, what failed?", "Yesterday", "what failed?"},
		{"What failed yesterday, and why?", "yesterday", "What failed, and why?"},
		{"What (on Friday) failed?", "on Friday", "What () failed?"},
		{"Was war gestern los?", "gestern", "Was war los?"},
		{"昨天，服务器怎么了？", "昨天", "服务器怎么了？"},
		{"What did Bob fix last week, above all on Friday?", "on Friday", "What did Bob fix, above all?"},
		{"On Monday's call, what did Bob say?", "On Monday's", "call, what did Bob say?"},
		{"  yesterday  ", "yesterday", ""},
	} {
		found, ok := timephrase.Read(c.question, clock(t))
		if !ok || found.Text != c.text || found.Rest != c.rest {
			t.Errorf("%q: got %q and %q, want %q and %q", c.question, found.Text, found.Rest, c.text, c.rest)
		}
	}
}

func FuzzRead(f *testing.F) {
	for line := range strings.Lines(string(phrases)) {
		fields := strings.Split(line, "\t")
		f.Add(fields[1], int64(1795696000))
	}
	f.Add("since since between 20. and 99999 Oct, 31.02.2026 30 February", int64(0))
	f.Add("vor 5000 Tagen 上周三次 \xff\xfe 20th of", int64(-1))
	berlin := zone(f, "America/Sao_Paulo")
	f.Fuzz(func(t *testing.T, question string, seconds int64) {
		now := time.Unix(seconds%(1<<34), 0).In(berlin)
		found, ok := timephrase.Read(question, now)
		again, okAgain := timephrase.Read(question, now)
		if ok != okAgain || found != again {
			t.Fatalf("%q: got %v, then %v", question, found, again)
		}
		if !ok {
			if found != (timephrase.Found{}) {
				t.Fatalf("%q: got %v without a time", question, found)
			}
			return
		}
		r := found.Range
		if r.Since.IsZero() && r.Until.IsZero() || !r.Since.IsZero() && !r.Until.IsZero() && !r.Since.Before(r.Until) {
			t.Errorf("%q: got the empty range %v", question, r)
		}
		if r.Since.After(now) {
			t.Errorf("%q: got the future range %v", question, r)
		}
		if found.Text == "" || !strings.Contains(question, found.Text) {
			t.Errorf("%q: got the text %q", question, found.Text)
		}
		if len(found.Rest) > len(question)-len(found.Text) {
			t.Errorf("%q: got the rest %q", question, found.Rest)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	now := clock(b)
	for _, c := range []struct{ name, question string }{
		{"usual", "What did Anna and I decide about the new deployment of the cluster on 20 October?"},
		{"chinese", "上周五我们在会议上关于新集群的部署做了什么决定，谁负责后续的工作？"},
		{"none", "How does the importer handle files that were written by an older version of the tool?"},
		{"long", strings.Repeat("The importer wrote the files of the release last week and on Friday. ", 116)},
		{"long-chinese", strings.Repeat("上周五我们在会议上关于新集群的部署做了什么决定，", 330)},
		{"long-from", strings.Repeat("from Monday to ", 533)},
		{"long-month", strings.Repeat("in March in 2026 ", 470)},
		{"long-quotes", strings.Repeat("\"in\" ", 1600)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				timephrase.Read(c.question, now)
			}
		})
	}
}
