package api

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"plotline/graph"
	"plotline/graph/embedding"
	"plotline/internal/usecase"
)

// Metrics holds the metrics that Prometheus reads at /metrics. Every label has a small fixed set of values,
// whatever clients send: route patterns instead of paths, known methods, a closed set of outcomes. No label
// contains a workspace, token or host.
type Metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.HistogramVec
	operations *prometheus.HistogramVec
	store      *prometheus.HistogramVec
	refusals   *prometheus.CounterVec
	compiled   *prometheus.CounterVec
}

// NewMetrics returns metrics with a registry of their own.
func NewMetrics(version string) *Metrics {
	seconds := []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
	histogram := func(name, help string, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: seconds}, labels)
	}
	m := &Metrics{
		registry:   prometheus.NewRegistry(),
		requests:   histogram("plotline_http_request_duration_seconds", "Requests, by method, route and status.", "method", "route", "status"),
		operations: histogram("plotline_operation_duration_seconds", "Operations, by name, transport (mcp, rest, or page for REST calls of pages, in the label door) and outcome (ok or the code).", "operation", "door", "outcome"),
		store:      histogram("plotline_store_call_duration_seconds", "Calls of the store, by name and outcome (ok or the code).", "call", "outcome"),
		compiled: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "plotline_scene_compilations_total", Help: "Compilations of scenes, by outcome: compiled, refused, exhausted, cancelled or failed.",
		}, []string{"outcome"}),
	}
	m.refusals = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "plotline_http_refusals_total", Help: "Requests, sockets, sessions and connections that a limit rejected or ended, by reason.",
	}, []string{"reason"})
	for _, why := range reasons() {
		m.refusals.WithLabelValues(string(why))
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "plotline_build_info", Help: "Always 1.", ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	for _, outcome := range []string{"compiled", "refused", "exhausted", "cancelled", "failed"} {
		m.compiled.WithLabelValues(outcome) // creates each series at start
	}
	m.registry.MustRegister(m.requests, m.operations, m.store, m.refusals, m.compiled, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// watch adds the metrics that are read from cfg at each scrape. The functions of cfg return what the process holds in
// memory; they must not read a disk or a database.
func (m *Metrics) watch(cfg Config) {
	m.counter("plotline_audit_records_lost_total", "Audit records that could not be written.",
		func() float64 { return float64(cfg.Audit.Lost()) })
	if cfg.Live != nil {
		m.gauge("plotline_live_sockets", "Sockets that listen for live events.", nil,
			func() float64 { return float64(cfg.Live.Sockets()) })
	}
	if cfg.Waiting != nil {
		for kind := range cfg.Waiting() {
			m.gauge("plotline_waiting_calls", "Calls that wait for other calls: read or write of the same workspace, order of a whole workspace, or drawing.",
				prometheus.Labels{"kind": kind}, func() float64 { return float64(cfg.Waiting()[kind]) })
		}
	}
	if cfg.Sessions != nil {
		m.gauge("plotline_mcp_sessions", "Sessions of MCP clients that began and did not end.", nil,
			func() float64 { return float64(cfg.Sessions()) })
	}
	if cfg.Embeddings != nil {
		m.watchEmbeddings(cfg.Embeddings)
	}
	if cfg.Orders != nil {
		m.watchOrders(cfg.Orders)
	}
}

// gauge adds a gauge that is read at each scrape.
func (m *Metrics) gauge(name, help string, labels prometheus.Labels, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, value))
}

// counter adds a counter that is read at each scrape.
func (m *Metrics) counter(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, value))
}

func (m *Metrics) watchOrders(counts func() graph.OrderCounts) {
	m.gauge("plotline_orders_unsettled", "Topological orders that the store did not keep when this process looked last.", nil,
		func() float64 { return float64(counts().Unsettled) })
	m.counter("plotline_order_steps_total", "Steps in which this process settled topological orders.",
		func() float64 { return float64(counts().Steps) })
	m.counter("plotline_order_steps_failed_total", "Steps of these that failed. Plotline retries them.",
		func() float64 { return float64(counts().Failed) })
}

func (m *Metrics) watchEmbeddings(counts func() embedding.Counts) {
	m.gauge("plotline_embeddings_waiting", "Episodes that waited for a vector when this process looked last.", nil,
		func() float64 { return float64(counts().Waiting) })
	m.counter("plotline_embeddings_made_total", "Vectors of episodes that this process made.",
		func() float64 { return float64(counts().Made) })
	m.counter("plotline_embeddings_failed_total", "Failed attempts to make vectors. Plotline retries them.",
		func() float64 { return float64(counts().Failed) })
}

// ObserveOperation records a completed use case, for usecase.Runner.
func (m *Metrics) ObserveOperation(op usecase.Op, transport, outcome string, took time.Duration) {
	m.operations.WithLabelValues(op.Name, transport, outcome).Observe(took.Seconds())
}

// ObserveStore records a store call, for graph.Observed.
func (m *Metrics) ObserveStore(call, outcome string, took time.Duration) {
	m.store.WithLabelValues(call, outcome).Observe(took.Seconds())
}

// refused counts a request that a limit rejected.
func (m *Metrics) refused(why reason) { m.refusals.WithLabelValues(string(why)).Inc() }

// RefusedMessage counts an MCP message that was too large.
func (m *Metrics) RefusedMessage() { m.refused(refusedMessage) }

// RefusedSession counts an MCP session that was rejected at the limit.
func (m *Metrics) RefusedSession() { m.refused(refusedSessions) }

// EndedSession counts an MCP session that was ended in favour of a new one.
func (m *Metrics) EndedSession() { m.refused(refusedSessionsEnded) }

// ObserveCompilation counts a compilation of a scene, for compiler.Config.
func (m *Metrics) ObserveCompilation(outcome string) { m.compiled.WithLabelValues(outcome).Inc() }

func (m *Metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}

// count records each request.
func (m *Metrics) count(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := time.Now()
		err := next(c)
		m.requests.WithLabelValues(knownMethod(c.Request().Method), knownRoute(c.Path()), strconv.Itoa(c.Response().Status)).
			Observe(time.Since(start).Seconds())
		return err
	}
}

func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete, http.MethodOptions, http.MethodPut:
		return method
	}
	return "other"
}

func knownRoute(pattern string) string {
	if pattern == "" {
		return "none"
	}
	return pattern
}
